public import Synchronization

/// A flag of the process that costs one load to look at, also from another module.
///
/// An ordinary global would be initialised on first use, and code in another
/// module would have to call a function to learn its address before every
/// load. A variable in an explicit section is initialised by the linker, so
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
