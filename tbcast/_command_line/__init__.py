"""Parts of the console command: reading the note and shapes, timing, auditing."""
