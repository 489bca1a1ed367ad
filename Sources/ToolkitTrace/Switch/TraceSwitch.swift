public import Synchronization

/// The bytes that are looked at before anything is done that most programs do not need:
/// first of all by every place that emits a span.
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
    unsafe atomic(at: &traceSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Turns tracing on or off for the whole process.
  static func turn(on: Bool) {
    unsafe atomic(at: &traceSwitch).pointee.store(on ? 1 : 0, ordering: .relaxed)
  }

  /// Whether there has ever been a hop from library to library.
  @inlinable
  @inline(always)
  static var hasHopped: Bool {
    unsafe atomic(at: &hopSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Notes that there has been a hop.
  static func noteHop() {
    unsafe atomic(at: &hopSwitch).pointee.store(1, ordering: .relaxed)
  }

  /// Whether there has ever been code with a fresh state.
  @inlinable
  @inline(always)
  static var hasFreshStates: Bool {
    unsafe atomic(at: &freshStateSwitch).pointee.load(ordering: .relaxed) != 0
  }

  /// Notes that there has been code with a fresh state.
  static func noteFreshState() {
    unsafe atomic(at: &freshStateSwitch).pointee.store(1, ordering: .relaxed)
  }

  /// A byte as an atomic.
  ///
  /// A stored global given for a pointer is handed over in place, so that the
  /// result outlives the call. Given for an `inout`, it would also count as
  /// modified, and the thread sanitizer would see readers race.
  @inlinable
  @inline(always)
  static func atomic(
    at byte: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<Atomic<UInt8>> {
    unsafe UnsafeMutableRawPointer(byte).assumingMemoryBound(to: Atomic<UInt8>.self)
  }
}

#if objectFormat(ELF)
  // TraceSwitch+ELF.swift
#elseif objectFormat(MachO)
  // TraceSwitch+MachO.swift
#else
  #error("ToolkitTrace knows no data section of this object format: add TraceSwitch+<Format>.swift")
#endif
