"""What the console command needs: reading the note and shapes, timing."""
