// Loaded before a program: its clock is an hour ahead.
const now = Date.now.bind(Date);
Date.now = () => now() + 3_600_000;
