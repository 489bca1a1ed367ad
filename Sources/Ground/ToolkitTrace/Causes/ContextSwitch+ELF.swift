#if objectFormat(ELF)
  // Only ContextSwitch accesses these variables, as atomics. They are therefore safe to use from
  // any thread (`nonisolated(unsafe)`), and the compiler does not need to check for exclusive
  // access, which would cost a call.

  /// One if a library has called another library through a hop.
  @section(".data")
  @exclusivity(unchecked)
  @usableFromInline
  nonisolated(unsafe) internal var hopSwitch: UInt8 = 0

  /// One if a fresh state was used.
  ///
  /// Tasks with this state may exist longer than the code that used it.
  @section(".data")
  @exclusivity(unchecked)
  @usableFromInline
  nonisolated(unsafe) internal var freshStateSwitch: UInt8 = 0
#endif
