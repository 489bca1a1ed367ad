#if objectFormat(ELF)
  /// One while the process is tracing, zero otherwise.
  ///
  /// Reached only through ``TraceSwitch``, as an atomic: that is why the
  /// compiler need not check for exclusive access, which would cost a call.
  @section(".data")
  @exclusivity(unchecked)
  @usableFromInline
  nonisolated(unsafe) internal var traceSwitch: UInt8 = 0
#endif
