#if objectFormat(MachO)
  // Reached only through TraceSwitch, as an atomic: that is why it is safe from any thread
  // (`nonisolated(unsafe)`), and why the compiler need not check for exclusive access, which
  // would cost a call.

  /// One while the process is tracing, zero otherwise.
  @section("__DATA,__data")
  @exclusivity(unchecked)
  @usableFromInline
  nonisolated(unsafe) internal var traceSwitch: UInt8 = 0
#endif
