/// The form in which a batch of items is sent.
protocol BatchRequest<Item>: Sendable {
  /// A span or a log record.
  associatedtype Item: Sendable

  /// Encodes a batch in JSON, without a newline.
  func encode(_ items: [Item], at time: WallTime) -> [UInt8]
}
