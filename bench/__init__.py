"""How fast Sandtable is. Figures are recorded in `docs/performance.md`; nothing here is a test."""
