public import Synchronization

/// The byte that every place that emits a span looks at first.
///
/// - Concurrency: Read and written from any thread, and only as an atomic.
@usableFromInline
enum TraceSwitch {
  /// A Boolean value that indicates whether the process is tracing.
  @inlinable
  @inline(always)
  static var isOn: Bool {
    unsafe SwitchByte.atomic(at: &traceSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Turns tracing on or off for the whole process.
  static func turn(on: Bool) {
    unsafe SwitchByte.atomic(at: &traceSwitch).pointee.store(on ? 1 : 0, ordering: .relaxed)
  }
}

#if objectFormat(ELF)
  // TraceSwitch+ELF.swift
#elseif objectFormat(MachO)
  // TraceSwitch+MachO.swift
#else
  #error("ToolkitTrace knows no data section of this object format: add TraceSwitch+<Format>.swift")
#endif

/// A flag of the process that costs one load to look at, also from another module.
///
/// An ordinary global would be initialized on first use, and code in another
/// module would have to call a function to learn its address before every
/// load. A variable in an explicit section is initialized by the linker, so
/// that the compiler reads it in place. Such a variable may hold only an
/// integer, hence the view of it as an `Atomic`, which has the same layout as
/// its value.
@usableFromInline
package enum SwitchByte {
  /// A byte as an atomic.
  ///
  /// A stored global given for a pointer is handed over in place, so that the
  /// result outlives the call. Given for an `inout`, it would also count as
  /// modified, and the thread sanitizer would see readers race.
  @inlinable
  @inline(always)
  package static func atomic(
    at byte: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<Atomic<UInt8>> {
    unsafe UnsafeMutableRawPointer(byte).assumingMemoryBound(to: Atomic<UInt8>.self)
  }
}
