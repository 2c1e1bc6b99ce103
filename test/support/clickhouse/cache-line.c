/* For the emulator. Some arm64 kernels call a page a line of the instruction cache, and it begins every piece of code
   that it translates on a line of its own: its memory is full after a query, and it translates the next one again. */
enum { LEVEL1_ICACHE_LINESIZE = 187 };

extern long __sysconf(int);

long sysconf(int name) { return name == LEVEL1_ICACHE_LINESIZE ? 64 : __sysconf(name); }
