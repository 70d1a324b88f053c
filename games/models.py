"""The models of all features, imported for Django."""

import games.boards.models
import games.people.models
import games.replay.models
import games.reviews.models
import games.statistics.models
import games.table.models
import games.table.room_models  # noqa: F401
