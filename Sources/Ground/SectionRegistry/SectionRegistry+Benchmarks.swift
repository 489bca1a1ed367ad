extension SectionRegistry {
  /// Makes the next query look at all images and read all records anew, as the
  /// first one after a new image came does.
  ///
  /// A process can load an image only once and never lets go of it, so a
  /// benchmark has no other way to measure that query more than once. Programs
  /// never need this: a snapshot that is out of date is noticed by itself.
  @_spi(Benchmarks)
  public static func forgetSnapshot() {
    RecordStore.process.forgetSnapshot()
  }
}
