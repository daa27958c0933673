"""What people see and tap: Components V2 made from lobbies, scenes and menus. No rules, no SQL, no prose."""
