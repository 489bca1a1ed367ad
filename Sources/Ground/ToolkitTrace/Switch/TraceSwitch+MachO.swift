#if objectFormat(MachO)
  // Only TraceSwitch accesses this variable, as an atomic. It is therefore safe to use from any
  // thread (`nonisolated(unsafe)`), and the compiler does not need to check for exclusive access,
  // which would cost a call.

  /// One while the process is tracing, zero otherwise.
  @section("__DATA,__data")
  @exclusivity(unchecked)
  @usableFromInline
  nonisolated(unsafe) internal var traceSwitch: UInt8 = 0
#endif
