import HarborAccounts
import HarborBerths
import HarborCargo
import HarborContracts
import HarborCustoms
import HarborNotices
import HarborWeather

/// A port's operations desk.
@main struct Harbor: ModularApp {
  static let name = "harbor"

  /// Before the modules are launched: their schedules go by the clock of the day.
  func willLaunch(_ context: AppContext) { HarborDay.prepare() }

  func run(_ context: AppContext) async throws {
    _ = try await HarborDay.run(in: context, speed: 1) { moment in
      print("\(moment.time) \(moment.module): \(moment.text)")
    }
  }
}
