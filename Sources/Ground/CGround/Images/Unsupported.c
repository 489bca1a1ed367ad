#if !defined(__ELF__) && !defined(__APPLE__)
#error "ModularityKit reads records from ELF and Mach-O images; add an Images+<Format>.c for this platform."
#endif
