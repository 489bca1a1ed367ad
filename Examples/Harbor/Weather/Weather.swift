import Foundation
import HarborContracts

// Before main nothing is known yet but that there is an instrument.
#premain { DayLog.say("the anemometer is calibrated") }

/// Reads the forecast, beside whatever else the launch has to do.
///
/// It says nothing: of tasks that run concurrently, any may be first. It
/// returns what it found, to its dependents.
@EventTask(.high, on: .willFinishLaunching, .concurrent, .timeout(.seconds(30)))
enum ReadForecast {
  static func run() async -> String { "gusts in the morning, calm from ten on" }
}

/// Says what the forecast is, once the log has observers.
@EventTask(on: .willFinishLaunching, dependsOn: [ReadForecast.self], .before(.deskIsReady))
@MainActor enum ShowForecast {
  static func run(_ context: TaskContext) throws {
    DayLog.say("forecast: \(try context.result(of: ReadForecast.self, as: String.self))")
  }
}

// The tides are the same every day, and need no event: only the clock, which here is that
// of the simulated day.
#schedule("TideTable", cron: "15 0,6,12,18 * * *", zone: "UTC") { @MainActor context in
  let tide = (context.fire?.number ?? 1).isMultiple(of: 2) ? "low" : "high"
  DayLog.say("\(tide) water")
}
