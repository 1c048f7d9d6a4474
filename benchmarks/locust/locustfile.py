"""Locust at its fastest: requests that are nothing but their own report, a thousand of them for each switch of greenlets."""

from locust import User, constant, task


class Noop(User):
    wait_time = constant(0)

    @task
    def nothing(self) -> None:
        fire = self.environment.events.request.fire
        for _ in range(1000):
            fire(request_type="noop", name="noop", response_time=0, response_length=0, exception=None, context={})
