"""Operations in flight: listed and ended on demand."""
