// Compiled by `Tests/Checks/Fuzz/run` in one module with the protocol of the language server.

/// Reads arbitrary bytes as a stream of messages.
///
/// The messages are the same however the stream is cut; each is read or is answered with an
/// error, and an address that has a path has it again when it is made of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEditorMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let whole = frames(in: bytes, partsOf: max(1, count))
  precondition(whole == frames(in: bytes, partsOf: 1), "the cuts make a difference")
  precondition(whole == frames(in: bytes, partsOf: 7), "the cuts make a difference")
  for case .message(let content) in whole.frames { read(content) }
  // What has no header is a message, too, so that more inputs reach the JSON.
  read(bytes)
  return 0
}

/// The messages of a stream, and the error that ended it.
private struct Frames: Equatable {
  var frames: [MessageReader.Frame] = []
  var error: FramingError?
}

private func frames(in bytes: [UInt8], partsOf size: Int) -> Frames {
  var reader = MessageReader(limit: 1_024)
  var result = Frames()
  var rest = bytes[...]
  do throws(FramingError) {
    while !rest.isEmpty {
      reader.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let frame = try reader.next() { result.frames.append(frame) }
    }
  } catch {
    precondition(!error.description.isEmpty)
    result.error = error
  }
  return result
}

private func read(_ content: [UInt8]) {
  switch ClientMessage(content: content) {
  case .invalid(let id, let error):
    precondition(!error.message.isEmpty)
    precondition(!ServerMessage.response(id, .failure(error)).content.isEmpty)
  case .request(let id, .hover(let question)):
    precondition(!ServerMessage.response(id, .success(question.position)).content.isEmpty)
    check(question.textDocument.uri)
  case .notification(.didOpen(let parameters)):
    check(parameters.textDocument.uri)
  default:
    break
  }
}

private func check(_ uri: LSP.DocumentURI) {
  guard let path = uri.path else { return }
  precondition(path.hasPrefix("/"))
  precondition(LSP.DocumentURI(path: path).path == path, "the path does not come back")
}
