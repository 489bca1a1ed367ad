#if objectFormat(MachO)
  // Reached only through ContextSwitch, as atomics: that is why each is safe from any thread
  // (`nonisolated(unsafe)`), and why the compiler need not check for exclusive access, which
  // would cost a call.

  /// One when there has been a hop from library to library.
  @section("__DATA,__data")
  @exclusivity(unchecked)
  @usableFromInline
  nonisolated(unsafe) internal var hopSwitch: UInt8 = 0

  /// One when there has been code with a fresh state, whose tasks may outlive it.
  @section("__DATA,__data")
  @exclusivity(unchecked)
  @usableFromInline
  nonisolated(unsafe) internal var freshStateSwitch: UInt8 = 0
#endif
