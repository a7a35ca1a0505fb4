"""Statistics, and integrals and derivatives of sampled functions."""
