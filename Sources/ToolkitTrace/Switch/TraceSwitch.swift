public import Synchronization

/// The one byte that every place which emits a span looks at first.
///
/// An ordinary global would be initialised on first use, and code in another
/// module would have to call a function to learn its address before every
/// load. A variable in an explicit section is initialised by the linker, so
/// that the compiler reads it in place. Such a variable may hold only an
/// integer, hence the view of it as an `Atomic`, which has the same layout as
/// its value.
///
/// - Concurrency: Read and written from any thread, and only as an atomic.
@usableFromInline
enum TraceSwitch {
  /// Whether the process is tracing.
  @inlinable
  @inline(always)
  static var isOn: Bool {
    unsafe withUnsafeMutablePointer(to: &traceSwitch) { byte in
      unsafe byte.withMemoryRebound(to: Atomic<UInt8>.self, capacity: 1) { state in
        unsafe state.pointee.load(ordering: .relaxed) != 0
      }
    }
  }

  /// Turns tracing on or off for the whole process.
  static func turn(on: Bool) {
    unsafe withUnsafeMutablePointer(to: &traceSwitch) { byte in
      unsafe byte.withMemoryRebound(to: Atomic<UInt8>.self, capacity: 1) { state in
        unsafe state.pointee.store(on ? 1 : 0, ordering: .relaxed)
      }
    }
  }
}

#if objectFormat(ELF)
  // TraceSwitch+ELF.swift
#elseif objectFormat(MachO)
  // TraceSwitch+MachO.swift
#else
  #error("ToolkitTrace knows no data section of this object format: add TraceSwitch+<Format>.swift")
#endif
