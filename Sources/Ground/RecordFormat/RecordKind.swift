/// The kind of a record's declaration, as a code of four printable ASCII characters.
///
/// The vocabulary is open: a module that wants records of its own picks a code
/// that no other module uses and extends this type with a name for it.
///
/// ```swift
/// extension RecordKind {
///   static let shopPage: RecordKind = "shop"
/// }
/// ```
public struct RecordKind: RawRepresentable, Hashable, Sendable {
  /// The four characters packed into one word, the first in the highest byte.
  public let rawValue: UInt32

  /// Creates a kind from its packed word, however unusual its bytes: a record
  /// found in a binary may say anything.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a kind from its code, or nothing when the code is not four
  /// printable ASCII characters.
  public init?(_ code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 4, bytes.allSatisfy(Self.isPrintable) else { return nil }
    rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte)
  }
}

extension RecordKind: ExpressibleByStringLiteral {
  /// Creates a kind from a literal code such as `"evnt"`.
  ///
  /// - Precondition: The code is four printable ASCII characters.
  public init(stringLiteral code: String) {
    guard let kind = RecordKind(code) else {
      preconditionFailure(
        "'\(code)' is no record kind: write exactly four printable ASCII characters, as in \"evnt\"."
      )
    }
    self = kind
  }
}

extension RecordKind: CustomStringConvertible {
  /// The four characters of the code; a byte that cannot be printed is shown in
  /// hexadecimal.
  public var description: String {
    let bytes = stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: rawValue >> $0)
    }
    // As nearly all are, in lists of thousands.
    if bytes.allSatisfy(Self.isPrintable) { return String(decoding: bytes, as: UTF8.self) }
    return bytes.map { byte in
      Self.isPrintable(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }
    .joined()
  }
}

extension RecordKind {
  /// A callback of RheaTime; its key is the event.
  package static let callback: RecordKind = "rhea"
  /// A routing class of Khala; its key is the host of its URLs.
  package static let routingClass: RecordKind = "khla"
  /// A function with `@KhalaCall`; its key is the URL that it calls.
  package static let contract: RecordKind = "khct"
  /// An observer of a shared relay; its key is that of the relay.
  package static let observer: RecordKind = "phob"
  /// The key of a shared relay.
  package static let relayKey: RecordKind = "phky"
  /// A task that events run; its key is its name, as of all tasks.
  package static let eventTask: RecordKind = "task"
  /// A task that notifications run.
  package static let notificationTask: RecordKind = "tnot"
  /// A task that the clock runs.
  package static let scheduledTask: RecordKind = "tsch"
  /// A job; its key is its name.
  package static let job: RecordKind = "tjob"
  /// The mode in which a process runs its tasks.
  package static let taskMode: RecordKind = "tmod"
  /// A wire of Bridge; its key is both ends in words.
  package static let wire: RecordKind = "wire"
  /// A listener to the phases of a process; its key is the phase.
  package static let lifecycleListener: RecordKind = "life"
  /// A use of something that code names only at run time; its key is that name.
  package static let use: RecordKind = "uses"

  private static let nouns: [RecordKind: String] = [
    .callback: "callback", .routingClass: "class", .contract: "contract", .observer: "observer",
    .relayKey: "key", .eventTask: "task", .notificationTask: "task", .scheduledTask: "task",
    .job: "job", .taskMode: "task mode", .wire: "wire", .lifecycleListener: "listener",
    .use: "use",
  ]

  /// The word for a declaration of this kind; a kind that users have defined stands for itself.
  package var noun: String { Self.nouns[self] ?? description }
}
