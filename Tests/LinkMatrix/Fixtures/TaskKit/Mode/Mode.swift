import SectionRegistry
import TaskKit

#record("tmod", key: "tests", as: TaskProcessMode.self) { .freshStatesOnly }
