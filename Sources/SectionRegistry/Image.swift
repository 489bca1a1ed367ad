import RecordFormat

/// An image the loader has mapped into the process: the executable, or a
/// library.
final class Image: Sendable {
  /// Tells one loaded image from another.
  let address: UInt
  let path: String
  /// Where the image's code lies; a record's accessor must point into it.
  let code: Range<UInt>

  init(address: UInt, path: String, code: Range<UInt>) {
    self.address = address
    self.path = path
    self.code = code
  }
}

/// An image and the runs of notes in it that hold records.
struct ImageRecords: Sendable {
  let image: Image
  let runs: [RecordDecoder]
}
