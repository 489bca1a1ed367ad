// Only graphs are written as JSON, so that other programs do not carry this.

extension ModuleProblem.Code: Codable {}

extension ModuleProblem.Severity: Codable {}

extension ModuleProblem: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, severity, message
    case locations = "places"
    case nodes, suggestions
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(Code.self, forKey: .code),
      try values.decode(Severity.self, forKey: .severity),
      try values.decode(String.self, forKey: .message),
      locations: try values.decode([CodeLocation].self, forKey: .locations),
      nodes: try values.decode([String].self, forKey: .nodes),
      suggestions: try values.decode([String].self, forKey: .suggestions))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(code, forKey: .code)
    try values.encode(severity, forKey: .severity)
    try values.encode(message, forKey: .message)
    try values.encode(locations, forKey: .locations)
    try values.encode(nodes, forKey: .nodes)
    try values.encode(suggestions, forKey: .suggestions)
  }
}
