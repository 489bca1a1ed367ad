public import Synchronization

/// The flag that all code that emits spans reads first.
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

/// A flag of the process that can be read with a single load, including from other modules.
///
/// An ordinary global variable is initialized on first use, and code in another module would have
/// to call a function for its address before every load. The linker initializes a variable in an
/// explicit section, so the compiler reads it directly. Such a variable can only contain an
/// integer. It has the same layout as an `Atomic`, so it is accessed as one.
@usableFromInline
package enum SwitchByte {
  /// Returns a byte as an atomic.
  ///
  /// If a stored global variable is passed as a pointer, its own address is passed, so the result
  /// remains valid after the call. If it were passed `inout`, it would also count as modified, and
  /// the thread sanitizer would report races between readers.
  @inlinable
  @inline(always)
  package static func atomic(
    at byte: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<Atomic<UInt8>> {
    unsafe UnsafeMutableRawPointer(byte).assumingMemoryBound(to: Atomic<UInt8>.self)
  }
}
