import Synchronization

/// The bytes that are read before the context of the calling code is looked up: most
/// programs have no hops and no fresh states.
///
/// - Concurrency: Read and written from any thread, and only as an atomic.
package enum ContextSwitch {
  /// True once one library has led to another.
  @inlinable
  @inline(always)
  package static var hasHopped: Bool {
    unsafe SwitchByte.atomic(at: &hopSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Makes ``hasHopped`` true, for good.
  static func noteHop() {
    unsafe SwitchByte.atomic(at: &hopSwitch).pointee.store(1, ordering: .relaxed)
  }

  /// True once a test has asked for a fresh state.
  @inlinable
  @inline(always)
  package static var hasFreshStates: Bool {
    unsafe SwitchByte.atomic(at: &freshStateSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Makes ``hasFreshStates`` true, for good: tasks may outlive the code that asked.
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
