import ModularityTestSupport
import Schedules
import Testing

@Suite struct CronExpressionTests {
  /// What is written, and its shortest form.
  @Test(
    arguments: [
      ("* * * * *", "* * * * *"),
      ("  30\t2 * * *  ", "30 2 * * *"),
      ("0 30 2 * * *", "30 2 * * *"),
      ("15 30 2 * * *", "15 30 2 * * *"),
      ("0 30 2 * * * *", "30 2 * * *"),
      ("0 30 2 * * * 2026", "0 30 2 * * * 2026"),
      ("0 30 2 * * * 2026-2030/2,2100", "0 30 2 * * * 2026,2028,2030,2100"),
      ("0 0 * JAN MON", "0 0 * 1 1"),
      ("0 0 * january Monday", "0 0 * 1 1"),
      ("0 0 * jan,DeC sun", "0 0 * 1,12 0"),
      ("0 0 * * 7", "0 0 * * 0"),
      ("0 0 * * 5-7", "0 0 * * 0,5,6"),
      ("0 0 * * 7-2", "0 0 * * 0-2"),
      ("0 0 * * FRI-MON", "0 0 * * 0,1,5,6"),
      ("0 22-2 * * *", "0 0-2,22,23 * * *"),
      ("50-10/5 * * * *", "0,5,10,50,55 * * * *"),
      ("0 0 1-31 * *", "0 0 1-31 * *"),
      ("0 0 28-2 * *", "0 0 1,2,28-31 * *"),
      ("0 0 1 NOV-FEB *", "0 0 1 1,2,11,12 *"),
      ("*/5 * * * *", "*/5 * * * *"),
      ("*/7,3 * * * *", "*/7,3 * * * *"),
      ("*,5 * * * *", "* * * * *"),
      ("5-5 * * * *", "5 * * * *"),
      ("0 22-2/2 * * *", "0 0,2,22 * * *"),
      ("0 0 13 * FRI#1", "0 0 13 * 5#1"),
      ("10-50/7 * * * *", "10-45/7 * * * *"),
      ("3/15 * * * *", "3-48/15 * * * *"),
      ("1-5,30 2 * * *", "1-5,30 2 * * *"),
      ("0 0 L * *", "0 0 L * *"),
      ("0 0 l-3 * *", "0 0 L-3 * *"),
      ("0 0 1,15,L * *", "0 0 1,15,L * *"),
      ("0 0 15W * *", "0 0 15W * *"),
      ("0 0 LW * ?", "0 0 LW * *"),
      ("0 0 ? * 5L", "0 0 * * 5L"),
      ("0 0 ? * friL", "0 0 * * 5L"),
      ("0 0 ? * FRI#3", "0 0 * * 5#3"),
      ("0 0 ? * 7#1,0L", "0 0 * * 0L,0#1"),
      ("0 0 13 * FRI", "0 0 13 * 5"),
      ("0 0 13 * +FRI", "0 0 13 * +5"),
      ("0 0 * * +FRI", "0 0 * * 5"),
      ("0 0 13 * +?", "0 0 13 * *"),
      ("? ? ? ? ?", "* * * * *"),
      ("0 0 ? * FRI#L", "0 0 * * 5L"),
      ("0 0 ? * MON-FRI#1", "0 0 * * 1#1,2#1,3#1,4#1,5#1"),
      ("0 0 ? * FRI-MON#2", "0 0 * * 0#2,1#2,5#2,6#2"),
      ("0 0 ? * 5-7#L", "0 0 * * 0L,5L,6L"),
      ("0 0 ? * MON-FRIL", "0 0 * * 1L,2L,3L,4L,5L"),
      ("0 0 ? * 1-2L", "0 0 * * 1L,2L"),
      ("0 0 29-L * *", "0 0 29-31 * *"),
      ("0 0 20-L/5 * *", "0 0 20-30/5 * *"),
      ("0 0 L-5W * *", "0 0 L-5W * *"),
      ("0 0 l-0w * *", "0 0 LW * *"),
      ("0 0 29 2 *", "0 0 29 2 *"),
      ("0 0 31 2 1", "0 0 31 2 1"),
      ("@yearly", "0 0 1 1 *"),
      ("@Annually", "0 0 1 1 *"),
      ("@monthly", "0 0 1 * *"),
      ("@weekly", "0 0 * * 0"),
      ("@daily", "0 0 * * *"),
      (" @midnight ", "0 0 * * *"),
      ("@hourly", "0 * * * *"),
    ])
  func `An expression has an equivalent shortest form`(
    text: String, expected: String
  ) throws {
    let expression = try CronExpression(text)
    #expect(expression.description == expected)
    #expect(try CronExpression(expression.description) == expression)
  }

  /// The second, minute or hour says whether an expression repeats within the day.
  @Test(
    arguments: [
      ("30 2 * * *", false), ("* 2 * * *", true), ("30 * * * *", true), ("*/30 2 * * *", true),
      ("0-59 0-23 * * *", false), ("3/15 2 * * *", false), ("* 30 2 * * *", true),
      ("0 30 2 * * *", false), ("@hourly", true), ("@daily", false), ("0 */6 1 1 *", true),
    ])
  func `A field with an asterisk repeats, and other times are times of day`(
    text: String, repeats: Bool
  ) throws {
    #expect(try CronExpression(text).repeatsWithinDay == repeats)
  }

  @Test(
    arguments: [
      ("", .wrongFieldCount, nil, 0),
      ("* * * *", .wrongFieldCount, nil, 7),
      ("* * * * * * * *", .wrongFieldCount, nil, 14),
      ("@dayly", .unknownName, nil, 0),
      ("@reboot", .unknownName, nil, 0),
      ("@every 5m", .unknownName, nil, 0),
      ("TZ=Europe/Stockholm 0 2 * * *", .timeZone, nil, 0),
      (" CRON_TZ=UTC 0 2 * * *", .timeZone, nil, 1),
      ("H * * * *", .missingName, .minute, 0),
      ("0 0 +1 * *", .misplacedSpecial, .dayOfMonth, 4),
      ("0 0 * * MON,+FRI", .unexpectedCharacter, .dayOfWeek, 12),
      ("0 0 * * +", .missingValue, .dayOfWeek, 9),
      ("0 0 L-31W * *", .outOfRange, .dayOfMonth, 6),
      ("0 0 L-29W 2 *", .neverComes, .dayOfMonth, 4),
      ("0 0 5-LW * *", .unexpectedCharacter, .dayOfMonth, 7),
      ("0 0 * * MON-FRI/2#1", .unexpectedCharacter, .dayOfWeek, 17),
      ("0 0 * * MON-FRI#6", .outOfRange, .dayOfWeek, 16),
      ("@daily 5", .wrongFieldCount, nil, 7),
      ("61 * * * *", .outOfRange, .minute, 0),
      ("* 24 * * *", .outOfRange, .hour, 2),
      ("* * 0 * *", .outOfRange, .dayOfMonth, 4),
      ("* * 1,32 * *", .outOfRange, .dayOfMonth, 6),
      ("* * * 13 *", .outOfRange, .month, 6),
      ("* * * * 8", .outOfRange, .dayOfWeek, 8),
      ("0 0 0 1 1 * 1969", .outOfRange, .year, 12),
      ("0 0 0 1 1 * 2200", .outOfRange, .year, 12),
      ("99999999999999999999 * * * *", .outOfRange, .minute, 0),
      ("* * * * MNO", .unknownValue, .dayOfWeek, 8),
      ("* * * FOO *", .unknownValue, .month, 6),
      ("JAN * * * *", .unknownValue, .minute, 0),
      ("*/0 * * * *", .invalidStep, .minute, 2),
      ("*/90 * * * *", .invalidStep, .minute, 2),
      ("* */25 * * *", .invalidStep, .hour, 4),
      ("*/ * * * *", .missingValue, .minute, 2),
      ("1, * * * *", .missingValue, .minute, 2),
      (",1 * * * *", .missingValue, .minute, 0),
      ("1- * * * *", .missingValue, .minute, 2),
      ("5-* * * * *", .unexpectedCharacter, .minute, 2),
      ("1.5 * * * *", .unexpectedCharacter, .minute, 1),
      ("é * * * *", .unexpectedCharacter, .minute, 0),
      ("-1 * * * *", .unexpectedCharacter, .minute, 0),
      ("*5 * * * *", .unexpectedCharacter, .minute, 1),
      ("1-5-9 * * * *", .unexpectedCharacter, .minute, 3),
      ("0 0 0 1 1 * 2030-2026", .backwardRange, .year, 17),
      ("L * * * *", .misplacedSpecial, .minute, 0),
      ("* * * * L", .misplacedSpecial, .dayOfWeek, 8),
      ("* * 5L * *", .misplacedSpecial, .dayOfMonth, 4),
      ("* * * * 5W", .misplacedSpecial, .dayOfWeek, 9),
      ("* * 5#3 * *", .misplacedSpecial, .dayOfMonth, 5),
      ("* * * * 5#6", .outOfRange, .dayOfWeek, 10),
      ("* * * * 5#0", .outOfRange, .dayOfWeek, 10),
      ("* * * * 5#", .missingValue, .dayOfWeek, 10),
      ("* * L-31 * *", .outOfRange, .dayOfMonth, 6),
      ("* * L-x * *", .unexpectedCharacter, .dayOfMonth, 6),
      ("0 0 30 2 *", .neverComes, .dayOfMonth, 4),
      ("0 0 31 4,6,9,11 *", .neverComes, .dayOfMonth, 4),
      ("0 0 31W 2 *", .neverComes, .dayOfMonth, 4),
      ("0 0 0 29 2 * 2023", .neverComes, .dayOfMonth, 6),
      ("0 0 L-29 2 *", .neverComes, .dayOfMonth, 4),
    ] as [(String, CronError.Code, CronField?, Int)])
  func `An error in an expression is reported with field and position`(
    text: String, code: CronError.Code, field: CronField?, offset: Int
  ) throws {
    let error = #expect(throws: CronError.self) { try CronExpression(text) }
    #expect(error?.code == code)
    #expect(error?.field == field)
    #expect(error?.offset == offset)
    #expect(error?.expression == text)
    #expect(error?.description.contains("'\(text)' is wrong at offset \(offset)") == true)
  }

  @Test(
    arguments: [
      ("61 * * * *", "the minute 61 is above 59."),
      ("* * * * MNO", "no day of the week is named 'MNO'. Did you mean 'MON'?"),
      ("* * * SETP *", "no month is named 'SETP'. Did you mean 'SEP'?"),
      ("* * * Novembre *", "no month is named 'Novembre'. Did you mean 'NOV'?"),
      ("@dayly", "no expression is named '@dayly'. Did you mean '@daily'?"),
      ("* * * * 5#6", "no month has a Friday number 6. Write 1 to 5, or 'L' for the last one."),
      ("*/0 * * * *", "a step of 0 selects no values. Write 1 or more."),
      (
        "@every 5m",
        "'@every' is an interval, but an expression names times of the calendar. Write the "
          + "schedule '.every(.minutes(5))' instead, as in "
          + "#schedule(\"poll\", on: try .every(.minutes(5)))."
      ),
      (
        "TZ=Asia/Tokyo 0 2 * * *",
        "a time zone is not a field of an expression. Remove 'TZ=' and add the argument zone: "
          + "\"Asia/Tokyo\"."
      ),
    ])
  func `An error has the intended name`(text: String, message: String) {
    let error = #expect(throws: CronError.self) { try CronExpression(text) }
    #expect(error?.message == message)
  }

  @Test func `Two day fields that can never match together are rejected`() {
    #expect(throws: CronError.self) { try CronExpression("0 0 30 2 1", days: .both) }
    #expect(throws: Never.self) { try CronExpression("0 0 30 2 1") }
    #expect(throws: Never.self) { try CronExpression("0 0 29 2 1", days: .both) }
    // 29 February 2024 was a Thursday.
    #expect(throws: CronError.self) { try CronExpression("0 0 0 29 2 5 2024", days: .both) }
    #expect(throws: Never.self) { try CronExpression("0 0 0 29 2 4 2024", days: .both) }
  }

  @Test(
    arguments: [
      ("30 2 * * *", "at 02:30 every day"),
      ("0 9,17 * * MON-FRI", "at 09:00 and 17:00 on Monday to Friday"),
      ("15 0 10 * * *", "at 10:00:15 every day"),
      ("*/15 * * * *", "every 15 minutes every day"),
      ("* * * * * *", "every second every day"),
      ("0 * * * *", "at minute 0 of every hour every day"),
      ("*/10 9-17 * * *", "every 10 minutes of hour 9 to 17 every day"),
      ("0 0 L * *", "at 00:00 on the last day of every month"),
      ("0 0 1,15 1 *", "at 00:00 on the 1st and the 15th in January"),
      ("0 0 13 * FRI", "at 00:00 on the 13th of every month and on Friday"),
      ("0 0 * * 5#3", "at 00:00 on the 3rd Friday of every month"),
      ("0 0 * * 5L", "at 00:00 on the last Friday of every month"),
      ("0 0 15W * *", "at 00:00 on the working day nearest to the 15th of every month"),
      (
        "0 0 L-5W * *",
        "at 00:00 on the working day nearest to the day 5 days before the last day of every month"
      ),
      ("0 0 LW * *", "at 00:00 on the last working day of every month"),
      ("0 0 13 * +FRI", "at 00:00 on the 13th of every month that is also Friday"),
      ("0 0 0 1 1 * 2030", "at 00:00 on the 1st in January in 2030"),
      ("0 12 * 6-8 SAT,SUN", "at 12:00 on Sunday and Saturday in June to August"),
    ])
  func `An expression has a description in words`(text: String, words: String) throws {
    #expect(try CronExpression(text).words == words)
  }

  @Test func `Every expression is parsed from its own text`() throws {
    var generator = SeededGenerator(seed: 0xC407)
    for _ in 0..<(BruteForceTests.isComplete ? 20_000 : 400) {
      let text = RandomCron.expression(using: &generator)
      for combination in CronExpression.DayCombination.allCases {
        guard let expression = try? CronExpression(text, days: combination) else { continue }
        let again = try CronExpression(expression.description, days: combination)
        #expect(again == expression, "\(text) became \(expression)")
        #expect(again.description == expression.description)
        #expect(!expression.words.isEmpty)
      }
    }
  }
}
