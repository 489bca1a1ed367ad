@testable import RheaTime
@testable import SectionRegistry

extension ImageID {
  /// An image that does not exist.
  static func sample(_ number: Int) -> ImageID { ImageID(address: UInt(number)) }
}

extension Callback {
  /// A callback added at run time that does nothing.
  static func added(
    for event: RheaEvent = "e", priority: RheaPriority = .normal, isRepeatable: Bool = false,
    number: Int, body: CallbackBody = .sync { _ in }
  ) -> Callback {
    Callback(
      event: event, priority: priority, isRepeatable: isRepeatable, body: body, name: nil,
      location: CodeLocation(fileID: "Tests/Added.swift", line: number),
      origin: .call(number: number))
  }

  /// A callback that no record declares.
  static func declared(
    for event: RheaEvent = "e", formerNames: [RheaEvent] = [], priority: RheaPriority = .normal,
    isRepeatable: Bool = false, id: UInt64, image: Int = 0, fileID: String = "Tests/Declared.swift",
    line: Int = 1,
    column: Int = 1, isAnnounced: Bool = false, body: CallbackBody = .sync { _ in }
  ) -> Callback {
    Callback(
      event: event, formerNames: formerNames, priority: priority, isRepeatable: isRepeatable,
      body: body, name: nil, location: CodeLocation(fileID: fileID, line: line),
      origin: .record(
        id: id, column: column, image: .sample(image), isAnnounced: isAnnounced))
  }
}
