"""What people read: the catalogues, and how one reader is told a text in their own language."""
