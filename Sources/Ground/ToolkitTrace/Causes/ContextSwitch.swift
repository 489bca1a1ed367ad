import Synchronization

/// The flags that are read before the context of the calling code is looked up.
///
/// Most programs have no hops and no fresh states.
///
/// - Concurrency: Read and written from any thread, and only as atomics.
package enum ContextSwitch {
  /// Indicates whether a hop from one library to another has occurred.
  @inlinable
  @inline(always)
  package static var hasHopped: Bool {
    unsafe SwitchByte.atomic(at: &hopSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Sets ``hasHopped`` permanently to `true`.
  static func noteHop() {
    unsafe SwitchByte.atomic(at: &hopSwitch).pointee.store(1, ordering: .relaxed)
  }

  /// Indicates whether a test has used a fresh state.
  @inlinable
  @inline(always)
  package static var hasFreshStates: Bool {
    unsafe SwitchByte.atomic(at: &freshStateSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Sets ``hasFreshStates`` permanently to `true`, because tasks may exist longer than the code
  /// that used the state.
  static func noteFreshState() {
    unsafe SwitchByte.atomic(at: &freshStateSwitch).pointee.store(1, ordering: .relaxed)
  }
}

#if objectFormat(ELF)
  // ContextSwitch+ELF.swift
#elseif objectFormat(MachO)
  // ContextSwitch+MachO.swift
#else
  #error(
    "ToolkitTrace knows no data section of this object format: add ContextSwitch+<Format>.swift")
#endif
