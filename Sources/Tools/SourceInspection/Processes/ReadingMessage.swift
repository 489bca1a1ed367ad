/// A question to a process that reads.
struct ReadingRequest: Sendable, Codable {
  /// A text to parse.
  var text: String?
  var isPart = false
  /// A program whose uses to read.
  var uses: UseRequest?
  /// The paths of sources that are not to be read, with the reasons.
  var skipped: [String: String] = [:]
  /// A Boolean value that indicates whether sources are read one after the other.
  var isSerial = false
}

/// A line of the answer: progress, or the answer itself, which is the last one.
struct ReadingReply: Sendable, Codable {
  /// The path of a source that is about to be parsed.
  var started: String?
  /// The path of a source that was parsed.
  var finished: String?
  var parsed: ParsedSource?
  var uses: ProgramUses?

  var isAnswer: Bool { parsed != nil || uses != nil }
}
