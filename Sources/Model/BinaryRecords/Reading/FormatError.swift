/// Why bytes are not what they should be; the reader of the file adds which file
/// it was.
struct FormatError: Error {
  var code: BinaryError.Code
  /// The offset in the file, if it is about one place.
  var offset: Int?
  /// A sentence that says what is wrong and what to do, and goes on behind the name of the file.
  var message: String

  init(_ code: BinaryError.Code, at offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// Something that the file says lies behind its end.
  static func truncated(_ thing: String, at offset: Int) -> FormatError {
    FormatError(
      .truncated, at: offset,
      "\(thing) reaches beyond the end of the file. Build or copy the file again")
  }
}
