/// A request of a client, in one line.
struct ConsoleRequest: Codable, Sendable, Hashable {
  /// The client's identifier of the request, which its response repeats.
  var id: ConsoleValue = .null
  var command: String
  var arguments: [String: ConsoleValue] = [:]
  /// The client's span in the format of W3C's header `traceparent`.
  var traceparent: String?
}

extension ConsoleRequest {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decodeIfPresent(ConsoleValue.self, forKey: .id) ?? .null
    command = try container.decode(String.self, forKey: .command)
    arguments =
      try container.decodeIfPresent([String: ConsoleValue].self, forKey: .arguments) ?? [:]
    traceparent = try container.decodeIfPresent(String.self, forKey: .traceparent)
  }

  /// Parses a line.
  ///
  /// - Throws: A ``BridgeConsoleError`` that shows the format of a request.
  static func read(_ line: some Sequence<UInt8>) throws(BridgeConsoleError) -> ConsoleRequest {
    do {
      return try ConsoleCoding.value(ConsoleRequest.self, from: line)
    } catch {
      throw BridgeConsoleError(
        .badRequest,
        """
        the line is not a request: write one JSON object per line, such as \
        {"id":1,"command":"list","arguments":{}}
        """)
    }
  }
}

/// A response to a client, in one line.
struct ConsoleResponse: Codable, Sendable, Hashable {
  var id: ConsoleValue
  /// A Boolean value that indicates whether the request succeeded, or `nil` in an event.
  var ok: Bool?
  var result: ConsoleValue?
  var event: ConsoleValue?
  var error: BridgeConsoleError?

  init(id: ConsoleValue, result: ConsoleValue) {
    self.id = id
    ok = true
    self.result = result
  }

  init(id: ConsoleValue, event: ConsoleValue) {
    self.id = id
    self.event = event
  }

  init(id: ConsoleValue, error: BridgeConsoleError) {
    self.id = id
    ok = false
    self.error = error
  }
}
