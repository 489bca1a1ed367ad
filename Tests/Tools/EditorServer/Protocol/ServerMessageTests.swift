import EditorServer
import Testing

@Suite struct ServerMessageTests {
  private func text(_ message: ServerMessage) -> String {
    String(decoding: message.content, as: UTF8.self)
  }

  @Test func `An answer has a result, even if it is null`() {
    #expect(
      text(.response(.number(1), .success(LSP.Hover?.none)))
        == #"{"id":1,"jsonrpc":"2.0","result":null}"#)
    #expect(
      text(.response(.string("a"), .success([LSP.Location]())))
        == #"{"id":"a","jsonrpc":"2.0","result":[]}"#)
  }

  @Test func `An error has the code of the protocol, and null where the request is not known`() {
    #expect(
      text(.response(nil, .failure(ResponseError(.parseError, "no JSON"))))
        == #"{"error":{"code":-32700,"message":"no JSON"},"id":null,"jsonrpc":"2.0"}"#)
  }

  @Test func `A notification has parameters`() {
    #expect(
      text(.notification("window/logMessage", LSP.MessageParams(.warning, "a/b")))
        == #"{"jsonrpc":"2.0","method":"window/logMessage","params":{"message":"a/b","type":2}}"#)
  }

  @Test func `A frame counts bytes, and not characters`() {
    let frame = MessageFrame.bytes(of: Array("é".utf8))
    #expect(String(decoding: frame, as: UTF8.self) == "Content-Length: 2\r\n\r\né")
  }
}
