public import Bridge

/// A box on a ship.
public struct Container: Sendable, Hashable, Codable {
  public let number: String
  public let tons: Int
  /// A Boolean value that indicates whether its papers can be read.
  public let hasPapers: Bool

  public init(_ number: String, tons: Int, hasPapers: Bool = true) {
    self.number = number
    self.tons = tons
    self.hasPapers = hasPapers
  }
}

/// A ship, and what it carries.
public struct Ship: Sendable, Hashable, Codable {
  public let name: String
  public let cargo: [Container]

  public init(_ name: String, cargo: [Container]) {
    self.name = name
    self.cargo = cargo
  }

  /// The weight of all of its cargo.
  public var tons: Int { cargo.reduce(0) { $0 + $1.tons } }

  /// The ship of a name that has announced itself.
  ///
  /// - Throws: ``HarborError/unknownShip(_:)`` if there is none.
  public static func expected(named name: String) throws -> Ship {
    let expected = SharedRelay.of(.expectedShips, default: []).value
    guard let ship = expected.first(where: { $0.name == name }) else {
      throw HarborError.unknownShip(name)
    }
    return ship
  }
}

/// A ship that is ready to sail, and the job that waits for the signal `clearance`.
public struct Departure: Sendable, Hashable, Codable {
  public let ship: String
  public let job: JobID

  public init(ship: String, job: JobID) {
    self.ship = ship
    self.job = job
  }
}

/// The permission of customs to sail.
public struct Clearance: Sendable, Hashable, Codable {
  public let officer: String

  public init(officer: String) {
    self.officer = officer
  }
}

/// A place at the quay.
public struct Berth: Sendable, Hashable, Codable {
  public let number: Int
  /// The ship that lies there, by name.
  public var ship: String?

  public init(number: Int, ship: String? = nil) {
    self.number = number
    self.ship = ship
  }
}

/// A wind that is dangerous.
public struct WindWarning: Sendable, Hashable, Codable {
  /// In metres per second.
  public let speed: Int

  public init(speed: Int) {
    self.speed = speed
  }

  /// The force by Beaufort, as sailors say it.
  public var force: Int {
    let lowest = [1, 2, 4, 6, 8, 11, 14, 18, 21, 25, 29, 33]
    return lowest.count { $0 <= speed }
  }
}

/// An error at a port.
public enum HarborError: Error, Hashable, CustomStringConvertible {
  case unknownShip(String)
  case unknownBerth(Int)
  case unreadablePapers(container: String)

  public var description: String {
    switch self {
    case .unknownShip(let name): "no ship '\(name)' has announced itself"
    case .unknownBerth(let number): "no berth \(number) exists"
    case .unreadablePapers(let container): "the papers of \(container) cannot be read"
    }
  }
}
