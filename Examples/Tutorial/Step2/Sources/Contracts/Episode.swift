/// An episode of a podcast.
public struct Episode: Sendable {
  public let number: Int
  public let title: String

  public init(number: Int, title: String) {
    self.number = number
    self.title = title
  }
}
