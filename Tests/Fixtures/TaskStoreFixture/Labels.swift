import TaskStore

// Jobs whose types are not proven by the file, for tests that ask the program about them.

/// A structure with renamed keys.
struct Label: Codable, Sendable {
  var size: Size
  var owner: Owner
  var style: Style
  var marks: [Mark]
  var next: Int?

  private enum CodingKeys: String, CodingKey {
    case size = "s"
    case owner, style, marks, next
  }
}

enum Size: String, Codable, Sendable { case small = "S", large = "L" }

/// A structure that is encoded as its raw value.
struct Owner: RawRepresentable, Codable, Sendable { var rawValue: String }

/// A structure whose weight was added later.
struct Style: Codable, Sendable {
  var font: String
  var weight: Int

  private enum CodingKeys: CodingKey { case font, weight }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    font = try container.decode(String.self, forKey: .font)
    weight = try container.decodeIfPresent(Int.self, forKey: .weight) ?? 400
  }
}

indirect enum Mark: Codable, Sendable {
  case both(Mark, Mark)
  case text(String)
  case box(width: Int, height: Int?)

  private enum CodingKeys: String, CodingKey {
    case both, text
    case box = "b"
  }
}

/// A structure whose code crashes.
struct Fragile: Codable, Sendable {
  var number: Int

  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    precondition(number > 1_000)
  }
}

#job("PrintLabel") { (_: Label) in }
#job("Break", .formerly("Smash")) { (_: [Fragile]) -> Size in .small }
