import EditorServer
import Testing

@Suite struct ClientMessageTests {
  private func message(_ json: String) -> ClientMessage { ClientMessage(content: Array(json.utf8)) }

  @Test func `Identifiers are numbers or strings`() {
    #expect(
      message(#"{"jsonrpc":"2.0","id":7,"method":"shutdown"}"#) == .request(.number(7), .shutdown))
    #expect(
      message(#"{"jsonrpc":"2.0","id":"7","method":"shutdown","params":null}"#)
        == .request(.string("7"), .shutdown))
    #expect(message(#"{"id":-1,"method":"shutdown"}"#) == .request(.number(-1), .shutdown))
  }

  @Test func `Parameters are read with their method`() {
    let json = """
      {"id":1,"method":"textDocument/references","params":{"textDocument":{"uri":"file:///a%20b"},
      "position":{"line":3,"character":4},"context":{"includeDeclaration":true}}}
      """
    guard case .request(.number(1), .references(let parameters)) = message(json) else {
      Issue.record("It is no request for references: \(message(json))")
      return
    }
    #expect(parameters.textDocument.uri.path == "/a b")
    #expect(parameters.position == LSP.Position(line: 3, character: 4))
    #expect(parameters.context.includeDeclaration)
  }

  @Test func `Members that are not used may have any value`() {
    let json = """
      {"id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"trace":"verbose",
      "capabilities":{"general":{"positionEncodings":["utf-16","utf-8"]},"window":[1,{"a":null}]}}}
      """
    guard case .request(_, .initialize(let parameters)) = message(json) else {
      Issue.record("It is no initialize: \(message(json))")
      return
    }
    #expect(parameters.rootPaths.isEmpty)
    #expect(parameters.capabilities.general?.positionEncodings == ["utf-16", "utf-8"])
  }

  @Test func `A method that is not known is kept with its name`() {
    #expect(
      message(#"{"id":1,"method":"textDocument/foldingRange","params":{}}"#)
        == .request(.number(1), .unknown(method: "textDocument/foldingRange")))
    #expect(
      message(#"{"method":"$/setTrace","params":{}}"#)
        == .notification(.unknown(method: "$/setTrace")))
  }

  @Test func `An answer of the client is recognized`() {
    #expect(
      message(#"{"jsonrpc":"2.0","id":"refresh-1","result":null}"#)
        == .response(.string("refresh-1")))
  }

  @Test func `A cancellation names its request`() {
    guard
      case .notification(.cancelRequest(let parameters)) = message(
        #"{"method":"$/cancelRequest","params":{"id":"x"}}"#)
    else {
      Issue.record("It is no cancellation.")
      return
    }
    #expect(parameters.id == .string("x"))
  }

  @Test(arguments: [
    ("", ResponseError.Code.parseError), ("{", .parseError), ("{\"id\":1,,}", .parseError),
    ("\u{1}", .parseError),
    ("[]", .invalidRequest), ("1", .invalidRequest),
    ("{\"id\":true,\"method\":\"x\"}", .invalidRequest),
    ("{\"id\":1,\"method\":2}", .invalidRequest),
  ])
  func `A message that is none is answered with an error`(
    _ json: String, _ code: ResponseError.Code
  ) {
    guard case .invalid(nil, let error) = message(json) else {
      Issue.record("It was read: \(message(json))")
      return
    }
    #expect(error.code == code)
  }

  @Test func `Parameters of another type are an error of that request, with their path`() {
    let json = """
      {"id":"a","method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},
      "position":{"line":"3","character":4}}}
      """
    guard case .invalid(.string("a"), let error) = message(json) else {
      Issue.record("It was read: \(message(json))")
      return
    }
    #expect(error.code == .invalidParams)
    #expect(error.message.contains("position.line"), "\(error.message)")
  }

  @Test func `A member that is missing is named`() {
    guard
      case .invalid(.number(2), let error) = message(#"{"id":2,"method":"textDocument/hover"}"#)
    else {
      Issue.record("It was read.")
      return
    }
    #expect(error.code == .invalidParams)
    #expect(error.message.contains("textDocument"), "\(error.message)")
  }

  @Test func `JSON that is nested without end is an error`() {
    let json = #"{"id":1,"method":"initialize","params":"# + String(repeating: "[", count: 200_000)
    guard case .invalid(nil, let error) = message(json) else {
      Issue.record("It was read.")
      return
    }
    #expect(error.code == .parseError)
  }
}
