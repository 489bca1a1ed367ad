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
