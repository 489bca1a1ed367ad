import ProgramTestSupport
import Testing

@Suite struct HarborTests {}
