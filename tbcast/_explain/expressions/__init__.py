"""`explain` of an expression: shapes are inferred step by step, without running anything."""
