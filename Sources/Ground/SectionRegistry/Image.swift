import RecordFormat
import Synchronization

/// An image the loader has mapped into the process: the executable, or a
/// library.
///
/// Like the image it stands for, which is pinned, it lives until the process
/// ends. Records therefore refer to it without counting the reference, which
/// would be a good part of what reading a record costs.
final class Image: Sendable {
  /// Tells one loaded image from another.
  let address: UInt
  let path: String
  /// The addresses of the image's code; a record's accessor must point into it.
  let code: Range<UInt>

  private static let all = Mutex<[UInt: Image]>([:])

  private init(address: UInt, path: String, code: Range<UInt>) {
    self.address = address
    self.path = path
    self.code = code
  }

  /// The one object for the image at this address; made when it is first asked
  /// for.
  static func at(_ address: UInt, path: String, code: Range<UInt>) -> Image {
    all.withLock { all in
      if let known = all[address] { return known }
      let image = Image(address: address, path: path, code: code)
      all[address] = image
      return image
    }
  }
}

/// An image and the runs of notes in it that hold records.
struct ImageRecords: Sendable {
  let image: Image
  let runs: [RecordDecoder]
}
