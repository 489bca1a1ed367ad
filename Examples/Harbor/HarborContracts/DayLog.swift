/// Something that a module has said.
public struct DayLine: Sendable, Hashable, Codable {
  public let time: DayTime
  public let module: String
  public let text: String

  public init(time: DayTime, module: String, text: String) {
    self.time = time
    self.module = module
    self.text = text
  }
}

extension RelayKey<[DayLine]> {
  /// All that the modules have said so far.
  public static var log: Self { Self("day.log") }
}

/// The log in which modules speak.
///
/// They never print: what they say goes into a relay, and the app decides what becomes of
/// it. So the same modules serve a terminal, a service and a test. As the relay keeps what
/// it has, nothing is lost that is said before it has observers.
public enum DayLog {
  /// Says something in the name of the calling module.
  ///
  /// - Parameters:
  ///   - text: What there is to say, in a line.
  ///   - fileID: Where it is said; leave it out. It begins with the module.
  public static func say(_ text: String, fileID: String = #fileID) {
    // `HarborBerths/Plan.swift`: for people, the module is just Berths.
    // The app itself is the desk.
    let target = fileID.prefix { $0 != "/" }
    let module = target.hasPrefix("Harbor") ? target.dropFirst("Harbor".count) : "Desk"
    let time = SharedRelay.of(.time, default: .opening).value
    SharedRelay.of(.log, default: []).modify {
      $0.append(DayLine(time: time, module: String(module), text: text))
    }
  }
}
