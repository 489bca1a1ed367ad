import BridgeTestSupport
import HarborContracts
import Testing

@Suite(.module("HarborWeather"))
struct WeatherTests {
  @Test func `A storm begins with the wind and ends with the calm`() async throws {
    try await Scenario()
      .set(.wind, to: 8)
      .expectNothingElse()
      .set(.wind, to: 18)
      .expect(.event(.windDidRise), where: { $0.force == 8 })
      .expect(.event(.stormDidBegin))
      .set(.wind, to: 6)
      .expect(.event(.stormDidPass))
      .run()
  }

  @Test func `The forecast is known when the desk opens`() async throws {
    try await Scenario()
      .launch()
      .expect(.task("ShowForecast"))
      .run()
    #expect(DayLog.texts.last == "forecast: gusts in the morning, calm from ten on")
  }

  @Test func `The tide turns four times a day`() async throws {
    try await Scenario()
      .launch()
      .pass(.seconds(24 * 3_600))
      .expect(.task("TideTable"))
      .run()
    let tides = DayLog.texts.filter { $0.hasSuffix(" water") }
    #expect(tides == ["high water", "low water", "high water", "low water"])
  }

  @Test func `The desk hears of the highest water`() async throws {
    try await Scenario().trigger(.deskDidOpen).run()
    #expect(DayLog.texts == ["the highest water of the day comes at 18:15, 4.2 m"])
  }
}
