import EditorServer
import Foundation
import ModularityTestSupport
import SourceInspection
import Synchronization
import Testing

/// A client that runs a server in the process of the tests.
final class EditorClient: Sendable {
  let clock = ManualClock()
  private let input = ByteChannel()
  private let received: AsyncStream<JSON>
  private let ending: Task<EditorEnding, Never>
  /// The messages that came before one that was waited for.
  private let earlier = Mutex<[JSON]>([])
  private let lastID = Mutex(0)

  init(
    programs: [String] = [], folder: String = "/nowhere",
    readUses: @escaping SourceReading.Uses = { _ in ProgramUses() }
  ) {
    let (received, continuation) = AsyncStream<JSON>.makeStream()
    self.received = received
    let output = Mutex(MessageReader())
    let connection = EditorConnection(
      read: { [input] in input.read() },
      write: { bytes in
        output.withLock { reader in
          reader.append(bytes)
          do {
            while case .message(let content)? = try reader.next() {
              continuation.yield(try JSONDecoder().decode(JSON.self, from: Data(content)))
            }
          } catch {
            Issue.record(error, "The server writes what is no message.")
          }
        }
        return true
      })
    let options = EditorServerOptions(
      programs: programs, folder: folder, version: "1", reading: SourceReading(uses: readUses))
    let server = EditorServer(options, connection: connection, clock: clock)
    ending = Task { await server.run() }
  }

  /// Begins a session.
  @discardableResult
  func initialize(
    root: String? = nil, encodings: String = #"["utf-8"]"#, capabilities: String = ""
  ) async -> JSON {
    let root = root.map { "\"\(LSP.DocumentURI(path: $0).text)\"" } ?? "null"
    return await request(
      "initialize",
      #"""
      {"rootUri":\#(root),
      "capabilities":{"general":{"positionEncodings":\#(encodings)}\#(capabilities)}}
      """#)
  }

  /// Sends bytes as they are.
  func send(bytes: [UInt8]) { input.write(bytes) }

  /// Sends a message.
  func send(_ json: String) { input.write(MessageFrame.bytes(of: Array(json.utf8))) }

  func notify(_ method: String, _ parameters: String) {
    send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  /// Sends a request without waiting for its answer; returns its identifier.
  func start(_ method: String, _ parameters: String) -> Int {
    let id = lastID.withLock { id in
      id += 1
      return id
    }
    send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#)
    return id
  }

  /// Sends a request, and waits for its answer.
  func request(_ method: String, _ parameters: String) async -> JSON {
    await answer(to: start(method, parameters))
  }

  func answer(to id: Int) async -> JSON {
    await message { $0["id"] == .number(Double(id)) && $0["method"] == .null }
  }

  /// Waits for a notification or a request of the server.
  func message(named method: String) async -> JSON {
    await message { $0["method"].string == method }
  }

  /// Waits for a message; others are kept for later.
  func message(where matches: (JSON) -> Bool) async -> JSON {
    let known = earlier.withLock { earlier -> JSON? in
      earlier.firstIndex(where: matches).map { earlier.remove(at: $0) }
    }
    if let known { return known }
    var iterator = received.makeAsyncIterator()
    while let message = await iterator.next() {
      if matches(message) { return message }
      earlier.withLock { $0.append(message) }
    }
    Issue.record("The server has ended without the message.")
    return .null
  }

  /// The number of messages that came before one that was waited for.
  func earlierCount(of method: String) -> Int {
    earlier.withLock { $0.count { $0["method"].string == method } }
  }

  /// Ends the input, and waits for the server.
  func end() async -> EditorEnding {
    input.close()
    return await ending.value
  }

  /// Waits for the server to end by itself, and then ends the input.
  func ended() async -> EditorEnding {
    let result = await ending.value
    input.close()
    return result
  }
}

extension EditorClient {
  func open(_ path: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      #"""
      {"textDocument":{"uri":"\#(LSP.DocumentURI(path: path).text)","languageId":"swift",
      "version":\#(version),"text":\#(Self.literal(text))}}
      """#)
  }

  /// Replaces a range of a line.
  func edit(_ path: String, line: Int, _ columns: Range<Int>, with text: String, version: Int = 2) {
    notify(
      "textDocument/didChange",
      #"""
      {"textDocument":{"uri":"\#(LSP.DocumentURI(path: path).text)","version":\#(version)},
      "contentChanges":[{"range":{"start":{"line":\#(line),"character":\#(columns.lowerBound)},
      "end":{"line":\#(line),"character":\#(columns.upperBound)}},
      "text":\#(Self.literal(text))}]}
      """#)
  }

  /// The parameters of a question about a position.
  func place(_ path: String, _ line: Int, _ character: Int) -> String {
    #"""
    {"textDocument":{"uri":"\#(LSP.DocumentURI(path: path).text)"},
    "position":{"line":\#(line),"character":\#(character)},"context":{"includeDeclaration":true}}
    """#
  }

  private static func literal(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }
}
