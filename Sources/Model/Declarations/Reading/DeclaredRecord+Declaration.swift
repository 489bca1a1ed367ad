extension DeclaredRecord {
  /// Returns what the record declares.
  ///
  /// - Throws: What is wrong with the detail.
  package func declaration() throws(RecordFault) -> Declaration {
    try Declaration(kind, JSONObject(json: detail))
  }
}

extension JSONObject {
  /// Parses the detail of a record; an empty text is an empty object.
  ///
  /// - Throws: A fault if the text is not valid JSON, or no object.
  package init(json: String) throws(RecordFault) {
    guard !json.isEmpty else {
      self = .empty
      return
    }
    guard let value = DetailValue(json: json) else {
      throw RecordFault("it is no JSON that can be read")
    }
    try self.init(value)
  }
}
