extension DecodingError {
  /// A description for the client's log, with the path of the value.
  var sentence: String {
    let (context, key): (Context, String?) =
      switch self {
      case .keyNotFound(let key, let context): (context, key.stringValue)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), nil)
      }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    let place = path.isEmpty ? "" : "'\(path.joined(separator: "."))': "
    return place + (key.map { "'\($0)' is missing" } ?? context.debugDescription)
  }
}
