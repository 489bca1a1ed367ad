extension TraceSpan {
  /// The links and attributes of a span, which most spans do not have.
  ///
  /// An object, for a span without them to cost one word and no more.
  final class Details: Sendable {
    let links: [TraceLink]
    let attributes: [String: String]

    private init(links: [TraceLink], attributes: [String: String]) {
      self.links = links
      self.attributes = attributes
    }

    /// Returns the details, or `nil` if there are none.
    static func of(links: [TraceLink], attributes: [String: String]) -> Details? {
      guard !links.isEmpty || !attributes.isEmpty else { return nil }
      return Details(links: links, attributes: attributes)
    }
  }
}

extension TraceSpan.Details: Hashable {
  static func == (left: TraceSpan.Details, right: TraceSpan.Details) -> Bool {
    left.links == right.links && left.attributes == right.attributes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(links)
    hasher.combine(attributes)
  }
}
