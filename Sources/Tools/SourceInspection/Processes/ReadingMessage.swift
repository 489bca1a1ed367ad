/// A request to a reading process.
struct ReadingRequest: Sendable, Codable {
  /// The text to parse.
  var text: String?
  var isPart = false
  /// The program whose uses are read.
  var uses: UseRequest?
  /// The package whose file graph is read.
  var graph: FileGraphRequest?
  /// The paths of sources to skip, with the reasons.
  var skipped: [String: String] = [:]
  /// A Boolean value that indicates whether sources are read one at a time.
  var isSerial = false
}

/// A line of the response: progress, or the result, which is the last line.
struct ReadingReply: Sendable, Codable {
  /// The path of a source whose parsing starts.
  var started: String?
  /// The path of a source whose parsing has ended.
  var finished: String?
  var parsed: ParsedSource?
  var uses: ProgramUses?
  var graph: FileGraph?

  var isAnswer: Bool { parsed != nil || uses != nil || graph != nil }
}
