"""Statistics, and integrals and derivatives of samples."""
