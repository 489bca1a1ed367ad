import Foundation
import HarborContracts

/// The events outside of the port, and their times.
///
/// All else follows: nothing here tells a module what to do.
@MainActor enum OutsideWorld {
  /// Something that happens at a time of the day.
  struct Happening {
    let time: DayTime
    let happen: @MainActor () async -> Void
  }

  /// The day, in its order.
  static var happenings: [Happening] {
    [
      at(6, 0) { await Rhea.run(event: .deskDidOpen) },
      announcement(at: DayTime(6, 10), of: aurora),
      announcement(at: DayTime(6, 20), of: borealis),
      announcement(at: DayTime(6, 30), of: cygnus),
      pilot(at: DayTime(7, 0), boards: aurora),
      wind(at: DayTime(7, 45), speed: 9),
      wind(at: DayTime(8, 10), speed: 17),
      pilot(at: DayTime(9, 0), boards: borealis),
      wind(at: DayTime(9, 55), speed: 8),
      truck(at: DayTime(14, 10), takes: "BO-417"),
      at(14, 40) { send("radio://Lighthouse/report?fog=none") },
      truck(at: DayTime(15, 30), takes: "BO-417"),
      pilot(at: DayTime(16, 5), boards: cygnus),
      visitor(at: DayTime(17, 0), opens: "kl://quay/1"),
      at(22, 0) { await Rhea.run(event: .deskDidClose) },
    ]
  }

  // MARK: - Who comes

  private static let aurora = Ship(
    "Aurora",
    cargo: [
      Container("AU-101", tons: 18), Container("AU-102", tons: 22),
      Container("AU-103", tons: 9), Container("AU-104", tons: 14),
    ])
  private static let borealis = Ship(
    "Borealis",
    cargo: [
      Container("BO-416", tons: 12), Container("BO-417", tons: 20, hasPapers: false),
      Container("BO-418", tons: 16),
    ])
  private static let cygnus = Ship(
    "Cygnus", cargo: [Container("CY-007", tons: 25), Container("CY-008", tons: 25)])

  // MARK: - What they do

  private static func at(
    _ hour: Int, _ minute: Int, _ happen: @escaping @MainActor () async -> Void
  ) -> Happening {
    Happening(time: DayTime(hour, minute), happen: happen)
  }

  private static func announcement(at time: DayTime, of ship: Ship) -> Happening {
    Happening(time: time) { await Rhea.run(event: .shipDidAnnounce, param: ship) }
  }

  private static func pilot(at time: DayTime, boards ship: Ship) -> Happening {
    Happening(time: time) {
      NotificationCenter.default.post(
        name: .pilotDidBoard, object: nil, userInfo: ["ship": ship.name])
    }
  }

  private static func wind(at time: DayTime, speed: Int) -> Happening {
    Happening(time: time) {
      NotificationCenter.default.post(
        name: .windWasMeasured, object: nil, userInfo: ["speed": speed])
    }
  }

  private static func truck(at time: DayTime, takes container: String) -> Happening {
    Happening(time: time) {
      do {
        DayLog.say("a truck: \(try KhalaStore.release(container: container))")
      } catch {
        DayLog.say("a truck leaves empty: \(error)")
      }
    }
  }

  /// A visitor from outside, who reaches only what is open to all.
  private static func visitor(at time: DayTime, opens link: String) -> Happening {
    Happening(time: time) {
      do {
        let answer = try Khala(external: link).call(as: String.self)
        DayLog.say("a visitor opens \(link): \(answer)")
      } catch {
        DayLog.say("a visitor finds nothing at \(link)")
      }
    }
  }

  private static func send(_ message: String) {
    do {
      try Khala(str: message)?.call(as: Void.self)
    } catch {
      DayLog.say("no station has received \(message): \(error)")
    }
  }
}
