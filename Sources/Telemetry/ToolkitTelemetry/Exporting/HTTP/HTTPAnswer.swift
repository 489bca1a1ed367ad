/// A response to a request, which is read part by part.
///
/// The collector may be faulty or malicious. Therefore, only the first ``limit`` bytes of a
/// response are stored, and only the headers that the exporter uses.
struct HTTPAnswer: Sendable, Hashable {
  /// The maximum size in bytes of all headers and the body.
  ///
  /// The rest is not read.
  static let limit = 64 << 10

  private(set) var status: Int
  private(set) var retryAfter: String?

  /// The address of a redirect.
  private(set) var location: String?

  private(set) var body: [UInt8]

  /// A Boolean value that indicates whether the response exceeds the limit, so that a part is
  /// missing.
  private(set) var isCut = false

  private var size = 0

  init(
    status: Int = 0, retryAfter: String? = nil, location: String? = nil, body: [UInt8] = []
  ) {
    self.status = status
    self.retryAfter = retryAfter
    self.location = location
    self.body = body
  }

  /// Reads a line before the body, which is a status or a header.
  ///
  /// - Returns: `true` if the rest may be read.
  mutating func receive(line bytes: some Collection<UInt8>) -> Bool {
    guard hasRoom(for: bytes.count) else { return false }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // Another response follows one with a status below 200.
      let words = line.split(whereSeparator: \.isWhitespace)
      status = words.dropFirst().first.flatMap { Int($0) } ?? 0
      (retryAfter, location) = (nil, nil)
      return true
    }
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return true }
    let value = parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    switch parts[0].lowercased() {
    case "retry-after": retryAfter = value
    case "location": location = value
    default: break
    }
    return true
  }

  /// Reads a part of the body.
  ///
  /// - Returns: `true` if the rest may be read.
  mutating func receive(_ bytes: some Collection<UInt8>) -> Bool {
    guard hasRoom(for: bytes.count) else { return false }
    body += bytes
    return true
  }

  private mutating func hasRoom(for count: Int) -> Bool {
    size += count
    if size > Self.limit { isCut = true }
    return !isCut
  }
}
